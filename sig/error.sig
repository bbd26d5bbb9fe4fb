## What a tool says when it cannot do what was asked.
type error = {
  success: false,
  error: error_detail
}

type error_detail = {
  ## A short word for programs.
  code: String,
  ## A sentence for people.
  message: String,
  ## What to try next.
  ?hint: String
}
