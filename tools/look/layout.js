(() => {
	const faults = [];
	const screen = document.documentElement;
	if (screen.scrollWidth > screen.clientWidth) {
		const wide = [...document.querySelectorAll("body *")].filter((e) =>
			!e.closest(".scroll, pre") && e.getBoundingClientRect().right > screen.clientWidth + 1);
		faults.push(`the page is ${screen.scrollWidth} wide on a screen of ${screen.clientWidth}: ` +
			wide.slice(0, 3).map((e) => `${e.tagName} ${e.textContent.trim().slice(0, 30)}`).join("; "));
	}
	const words = (text) => `"${text.textContent.trim()}"`;
	const shown = (box) => box.width > 0 && box.height > 0;
	for (const svg of document.querySelectorAll("svg[role=img]")) {
		const frame = svg.getBoundingClientRect();
		const labels = [...svg.querySelectorAll("text")].map((text) => ({ text, box: text.getBoundingClientRect() })).filter((l) => shown(l.box));
		labels.forEach(({ text, box }, i) => {
			if (box.left < frame.left - 1 || box.right > frame.right + 1) {
				faults.push(`${words(text)} is cut by its chart`);
			}
			const bar = text.previousElementSibling;
			if (bar?.tagName === "rect") {
				const room = bar.getBoundingClientRect();
				if (box.left < room.left || box.right > room.right) {
					faults.push(`${words(text)} is wider than its bar`);
				}
			}
			for (const other of labels.slice(i + 1)) {
				const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
				const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
				if (across > 0.5 && down > 3) {
					faults.push(`${words(text)} and ${words(other.text)} cover each other`);
				}
			}
		});
	}
	return faults;
})();
