module assay/benchload

go 1.25.0
