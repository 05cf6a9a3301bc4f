// report: passes on what testharness.js found.
{
  const text = (value) => (value === null || value === undefined ? "" : String(value));
  add_completion_callback((tests, { status, message }) => {
    const found = tests.map((test) => ({ name: test.name, status: test.status, message: text(test.message) }));
    console.log(`@@WPT ${JSON.stringify({ harness: status, message: text(message), tests: found })}`);
  });
}
