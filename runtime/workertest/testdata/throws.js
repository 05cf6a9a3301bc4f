// An app whose top level throws.
throw new TypeError("at the top level");
