/** A worker that ends as soon as it has been started. */
process.exit(3);
