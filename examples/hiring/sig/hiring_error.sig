type error_code = "not_found"
                | "invalid_transition"
                | "already_at_stage"

## What went wrong, in a form that programs and people can act on.
type error = {
  success: false,
  error: { code: error_code, message: String, hint: String }
}
