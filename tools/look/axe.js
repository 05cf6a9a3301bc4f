document.querySelectorAll("details").forEach((details) => { details.open = true; });
axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => {
	const where = (rule) => rule.nodes.slice(0, 3).map((node) => node.target.join(" ") + " (" + node.html.slice(0, 90) + ")").join("; ");
	return violations.map((rule) => `axe ${rule.id}, ${rule.impact}: ${rule.help}; ${rule.nodes.length} times: ${where(rule)}`);
});
