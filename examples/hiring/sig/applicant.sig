import pagination

type stage = "applied"
           | "screen"
           | "interview"
           | "offer"
           | "hired"
           | ("rejected" @feature(:soft_reject))

## One person applying for one opening.
type applicant = {
  id: String                    @min(1),
  name: String                  @min(1),
  email: String                 @format(email),
  stage: stage,
  applied_on: Date,
  ## What the person hopes to earn, per year.
  ?salary_expectation: Integer  @min(0) @requires(:compensation)
}

type applicant_page = { items: Array[applicant], pagination: pagination }
