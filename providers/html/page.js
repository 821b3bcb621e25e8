(() => {
  "use strict";
  const one = (s) => document.querySelector(s), all = (s) => [...document.querySelectorAll(s)];
  const tools = one(".tools"), search = one("#search"), found = one("#found");
  const articles = all("article"), folds = all("main details");
  tools.hidden = false;
  tools.addEventListener("submit", (e) => e.preventDefault());
  one("#unfold").addEventListener("click", () => folds.forEach((d) => (d.open = true)));
  one("#fold").addEventListener("click", () => folds.forEach((d) => (d.open = false)));

  const shown = (name) => tools.elements[name].checked;
  const filter = () => {
    const words = search.value.trim().toLowerCase();
    let hits = 0;
    for (const a of articles) {
      const hit = words === "" || a.textContent.toLowerCase().includes(words);
      const role = a.dataset.role;
      const off = (role === "user" || role === "assistant" || role === "tool") && !shown(role);
      a.classList.toggle("hidden", !hit || (off && !(role === "assistant" && shown("tool") && a.querySelector("section.tool"))));
      if (hit && words !== "") hits++;
    }
    for (const s of all("section.tool")) s.classList.toggle("hidden", !shown("tool"));
    for (const s of all(".thinking")) s.classList.toggle("hidden", !shown("thinking"));
    for (const s of all("article.assistant > .markdown")) s.classList.toggle("hidden", !shown("assistant"));
    if (words !== "") for (const d of folds) if (d.textContent.toLowerCase().includes(words)) d.open = true;
    found.textContent = words === "" ? "" : hits === 1 ? "1 message" : hits + " messages";
    highlight(words);
  };
  const highlight = (words) => {
    if (!window.CSS || !CSS.highlights) return;
    CSS.highlights.delete("found");
    if (words === "") return;
    const ranges = [], walker = document.createTreeWalker(one("main"), NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()) && ranges.length < 5000; ) {
      const text = node.data.toLowerCase();
      for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
        if (at + words.length > node.length) break;
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + words.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 150); });
  tools.addEventListener("change", filter);

  let here = -1;
  const go = (step) => {
    for (let i = here + step; i >= 0 && i < articles.length; i += step) {
      if (articles[i].classList.contains("hidden")) continue;
      if (here >= 0) articles[here].classList.remove("here");
      here = i;
      articles[i].classList.add("here");
      articles[i].scrollIntoView({ block: "start" });
      return;
    }
  };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || /^(input|textarea|select)$/i.test(e.target.tagName)) {
      if (e.key === "Escape") e.target.blur();
      return;
    }
    if (e.key === "j") go(1);
    else if (e.key === "k") go(-1);
    else if (e.key === "o" && here >= 0) {
      const inside = [...articles[here].querySelectorAll("details")], open = !inside.every((d) => d.open);
      inside.forEach((d) => (d.open = open));
    } else if (e.key === "/") { e.preventDefault(); search.focus(); }
  });

  const unfoldTarget = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", unfoldTarget);
  unfoldTarget();

  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  document.addEventListener("mouseover", (e) => {
    const pre = e.target.closest && e.target.closest("main pre");
    if (pre && button.parentElement !== pre) { button.textContent = "Copy"; pre.prepend(button); }
  });
  button.addEventListener("click", async () => {
    const pre = button.parentElement;
    button.remove();
    const text = pre.textContent;
    pre.prepend(button);
    try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; } catch { button.textContent = "Cannot copy"; }
  });
})();
