## Where a page of results stands in the whole.
type pagination = {
  ## This page, counted from 1.
  page: Integer      @min(1),
  ## Results on a page.
  per_page: Integer  @min(1),
  ## Results in all.
  total: Integer     @min(0)
}
