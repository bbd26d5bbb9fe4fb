type interview = {
  id: Integer,
  applicant_id: String,
  starts_at: DateTime,
  length: Duration,
  ?panel: Array[String],
  ## Notes that only those who see pay may read.
  ?private_note: String  @requires(:compensation)
}
