(() => {
  "use strict";
  const one = (s) => document.querySelector(s), all = (s) => [...document.querySelectorAll(s)];
  const tools = one(".tools"), search = one("#search"), found = one("#found");
  const lines = all(".index li"), groups = all(".project");
  local(document);
  tools.hidden = false;
  tools.addEventListener("submit", (e) => e.preventDefault());
  let texts;
  const filter = () => {
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    texts ??= lines.map((l) => l.textContent.toLowerCase());
    let hits = 0;
    lines.forEach((l, i) => {
      const hit = words.every((w) => texts[i].includes(w));
      l.classList.toggle("hidden", !hit);
      if (hit) hits++;
    });
    for (const g of groups) g.classList.toggle("hidden", !g.querySelector("li:not(.hidden)"));
    found.textContent = words.length === 0 ? "" : hits === 1 ? "1 conversation" : hits + " conversations";
  };
  search.addEventListener("input", filter);
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && e.target !== search) { e.preventDefault(); search.focus(); }
  });
})();
