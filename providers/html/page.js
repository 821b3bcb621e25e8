(() => {
  "use strict";
  const one = (s) => document.querySelector(s), all = (s) => [...document.querySelectorAll(s)];
  const tools = one(".tools"), search = one("#search"), found = one("#found"), menu = one(".menu");
  const articles = all("article"), notes = all(".notes");
  tools.hidden = false;
  tools.addEventListener("submit", (e) => e.preventDefault());
  const foldAll = (open) => all("main details").forEach((d) => (d.open = open));
  one("#unfold").addEventListener("click", () => foldAll(true));
  one("#fold").addEventListener("click", () => foldAll(false));
  document.addEventListener("click", (e) => { if (!menu.contains(e.target)) menu.open = false; });

  // What each message says, in small letters: read once, when somebody searches.
  let texts;
  const say = (i) => {
    texts ??= articles.map((a) => a.textContent.toLowerCase());
    return texts[i];
  };
  const roles = ["user", "assistant", "tool", "thinking", "notes"];
  const filter = () => {
    const words = search.value.trim().toLowerCase();
    const shown = Object.fromEntries(roles.map((name) => [name, tools.elements[name].checked]));
    for (const name of roles) document.body.classList.toggle("no-" + name, !shown[name]);
    const hits = [];
    articles.forEach((a, i) => {
      const hit = words === "" || say(i).includes(words);
      a.classList.toggle("hidden", !hit);
      if (hit && words !== "") hits.push(a);
    });
    for (const n of notes) n.classList.toggle("hidden", words !== "" && !n.querySelector("article:not(.hidden)"));
    for (const a of hits.slice(0, 500)) {
      for (let d = a.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
      for (const d of a.querySelectorAll("details")) if (d.textContent.toLowerCase().includes(words)) d.open = true;
    }
    found.textContent = words === "" ? "" : hits.length === 1 ? "1 message" : hits.length + " messages";
    highlight(words, hits);
  };
  const highlight = (words, hits) => {
    if (!window.CSS || !CSS.highlights) return;
    CSS.highlights.delete("found");
    const ranges = [];
    for (const a of hits) {
      if (ranges.length >= 2000) break;
      const walker = document.createTreeWalker(a, NodeFilter.SHOW_TEXT);
      for (let node; (node = walker.nextNode()); ) {
        const text = node.data.toLowerCase();
        for (let at = text.indexOf(words); at >= 0 && at + words.length <= node.length; at = text.indexOf(words, at + words.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + words.length);
          ranges.push(range);
        }
      }
    }
    if (ranges.length > 0) CSS.highlights.set("found", new Highlight(...ranges));
  };
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
  tools.addEventListener("change", filter);

  let here = -1;
  const go = (step) => {
    for (let i = here + step; i >= 0 && i < articles.length; i += step) {
      if (articles[i].getClientRects().length === 0) continue;
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
    else if (e.key === "Escape") menu.open = false;
  });

  const unfoldTarget = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    if (target && target.closest("main")) target.scrollIntoView();
  };
  addEventListener("hashchange", unfoldTarget);
  unfoldTarget();

  // A button to copy stands in each text of a program, once it was on the screen.
  const copy = async (e) => {
    const button = e.currentTarget, text = [...button.parentElement.childNodes].filter((n) => n !== button && n.className !== "language");
    try {
      await navigator.clipboard.writeText(text.map((n) => n.textContent).join("").replace(/^\n/, ""));
      button.textContent = "Copied";
    } catch { button.textContent = "Cannot copy"; }
  };
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", copy);
      target.append(button);
    }
  });
  for (const pre of all("main pre")) seen.observe(pre);
})();
