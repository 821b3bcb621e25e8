(() => {
  "use strict";
  const one = (s) => document.querySelector(s), all = (s, e = document) => [...e.querySelectorAll(s)];
  const tools = one(".tools"), search = one("#search"), found = one("#found"), menu = one(".menu"), main = one("main");
  let words = "", open; // what is searched, and whether all was unfolded or folded

  // The messages that stand there, and the pieces that are made when they are looked at.
  const first = { articles: all("article", main) };
  const pieces = all("noscript.later").map((n) => {
    const place = document.createElement("div"), p = { place, source: n.textContent, from: Number(n.dataset.from) };
    place.className = "later";
    n.replaceWith(place);
    return p;
  });
  const make = (p) => {
    if (p.articles) return;
    p.place.innerHTML = p.source;
    p.articles = all("article", p.place);
    near.unobserve(p.place);
    if (open !== undefined) all("details", p.place).forEach((d) => (d.open = open));
    if (words !== "") sift(p);
    local(p.place);
    watch(p.place);
  };
  const near = new IntersectionObserver((entries) => {
    for (const e of entries) if (e.isIntersecting) make(pieces.find((p) => p.place === e.target));
  }, { rootMargin: "1500px" });
  pieces.forEach((p) => near.observe(p.place));
  addEventListener("beforeprint", () => pieces.forEach(make));

  // What each message says, in small letters: read once, while there is nothing else to
  // do, so that the first search need not wait.
  const named = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&#34;": '"', "&#39;": "'" };
  const plain = (s) => s.replace(/^[^>]*>/, "").replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|amp|#34|#39);/g, (c) => named[c]).toLowerCase();
  const texts = (p) => (p.texts ??= p.articles ? p.articles.map((a) => a.textContent.toLowerCase()) : p.source.split("<article ").slice(1).map(plain));
  const parts = [first, ...pieces], idle = window.requestIdleCallback ?? ((f) => setTimeout(f, 50));
  const readFrom = (i) => idle((left) => {
    do texts(parts[i++]); while (i < parts.length && left?.timeRemaining() > 4);
    if (i < parts.length) readFrom(i);
  });
  readFrom(0);

  const sift = (p) => {
    let hits = 0;
    texts(p).forEach((text, i) => {
      const hit = words === "" || text.includes(words);
      if (hit) hits++;
      if (!p.articles) return;
      const a = p.articles[i];
      a.classList.toggle("hidden", !hit);
      if (!hit || words === "" || hits > 300) return;
      for (let d = a.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
      for (const d of all("details", a)) if (d.textContent.toLowerCase().includes(words)) d.open = true;
    });
    for (const n of all(".notes", p.place ?? main)) n.classList.toggle("hidden", words !== "" && !n.querySelector("article:not(.hidden)"));
    if (p.place) p.place.classList.toggle("hidden", hits === 0);
    return hits;
  };
  const find = () => {
    words = search.value.trim().toLowerCase();
    let hits = 0;
    for (const p of parts) hits += sift(p);
    found.textContent = words === "" ? "" : hits === 1 ? "1 message" : hits + " messages";
    highlight();
    if (words !== "" || location.hash.startsWith("#q=")) name(search.value.trim());
  };
  // The address names what is searched, so that it can be sent.
  const name = (s) => {
    try { history.replaceState(null, "", location.href.split("#")[0] + (s === "" ? "" : "#q=" + encodeURIComponent(s))); } catch { /* a frame may not */ }
  };
  const highlight = () => {
    if (!window.CSS || !CSS.highlights) return;
    CSS.highlights.delete("found");
    if (words === "") return;
    const ranges = [];
    for (const a of all("article:not(.hidden)", main)) {
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
  tools.hidden = false;
  tools.addEventListener("submit", (e) => e.preventDefault());
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(find, 120); });

  const roles = ["user", "assistant", "tool", "thinking", "notes"];
  tools.addEventListener("change", () => {
    for (const name of roles) document.body.classList.toggle("no-" + name, !tools.elements[name].checked);
  });
  const foldAll = (on) => { open = on; all("details", main).forEach((d) => (d.open = on)); };
  one("#unfold").addEventListener("click", () => foldAll(true));
  one("#fold").addEventListener("click", () => foldAll(false));
  document.addEventListener("click", (e) => { if (!menu.contains(e.target)) menu.open = false; });

  let here = null;
  const go = (back) => {
    for (;;) {
      const list = all("article, .later", main).filter((e) => e.getClientRects().length > 0 && (e.tagName === "ARTICLE" || e.childElementCount === 0));
      const at = list.indexOf(here), next = back ? list[at - 1] : list[at + 1];
      if (!next) return;
      if (next.tagName !== "ARTICLE") { make(pieces.find((p) => p.place === next)); continue; }
      if (here) here.classList.remove("here");
      here = next;
      here.classList.add("here");
      here.scrollIntoView({ block: "start" });
      return;
    }
  };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || /^(input|textarea|select)$/i.test(e.target.tagName)) {
      if (e.key === "Escape") e.target.blur();
      return;
    }
    if (e.key === "j") go(false);
    else if (e.key === "k") go(true);
    else if (e.key === "o" && here) {
      const inside = all("details", here), on = !inside.every((d) => d.open);
      inside.forEach((d) => (d.open = on));
    } else if (e.key === "/") { e.preventDefault(); search.focus(); }
    else if (e.key === "Escape") menu.open = false;
  });

  // A button to copy stands in each text of a program, once it is near the screen.
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
      if (target.className === "wide") { // keys scroll it, if it is wider than the screen
        if (target.scrollWidth > target.clientWidth) { target.tabIndex = 0; target.classList.add("scrolls"); }
        continue;
      }
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.dir = "ltr"; // the direction of the text is not that of the button
      button.addEventListener("click", copy);
      target.prepend(button);
    }
  }, { rootMargin: "1500px" });
  // The contents mark the question that is read: the last one above the middle of the screen.
  const marks = all("nav a[href^='#']").map((a) => [Number(a.hash.slice(2)), a]);
  let current;
  const mark = (a) => {
    if (!a || a === current) return;
    current?.removeAttribute("aria-current");
    (current = a).setAttribute("aria-current", "true");
    const nav = one("nav");
    nav.scrollTop += a.getBoundingClientRect().top - nav.getBoundingClientRect().top - 200;
  };
  const reading = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const at = Number(target.id.slice(1));
      if (isIntersecting) mark(marks.findLast(([n]) => n <= at)?.[1]);
    }
  }, { rootMargin: "-45% 0px -50%" });
  mark(marks[0]?.[1]);
  const watch = (inside) => { for (const e of all("pre, .wide", inside)) seen.observe(e); for (const a of all("article[id^=m]", inside)) reading.observe(a); };
  local(document);
  watch(main);

  const unfoldTarget = () => {
    const id = location.hash.slice(1), number = /^m[0-9]+$/.test(id) ? Number(id.slice(1)) : -1;
    if (id.startsWith("q=")) {
      try { search.value = decodeURIComponent(id.slice(2)); } catch { return; }
      return find();
    }
    // A result may stand in an earlier piece, with its call.
    for (let i = pieces.findLastIndex((p) => p.from <= number); i >= 0 && !document.getElementById(id); i--) make(pieces[i]);
    const target = id !== "" && document.getElementById(id);
    if (!target || !main.contains(target)) return;
    if (target.closest(".hidden")) { search.value = ""; find(); }
    for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    aim = target;
    hold(40);
  };
  // Messages above the target get their heights in the next frames. It stays in its place,
  // unless somebody moves.
  let aim;
  const hold = (frames) => {
    aim?.scrollIntoView();
    if (frames > 0) requestAnimationFrame(() => hold(frames - 1));
  };
  for (const moved of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(moved, () => (aim = undefined), { passive: true });
  addEventListener("hashchange", unfoldTarget);
  unfoldTarget();
  // The first lines of a long result, which are always shown, unfold it.
  main.addEventListener("click", (e) => {
    const d = e.target.closest(".result details:not([open])");
    if (d && !e.target.closest("summary, button") && getSelection().isCollapsed) d.open = true;
  });
})();
