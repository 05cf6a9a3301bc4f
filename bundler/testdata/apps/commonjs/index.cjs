let fs;
try {
  fs = require("fs");
} catch (error) {
  fs = error.message;
}

module.exports = { fetch: () => "mark:" + fs };
