// local makes times those of the reader, and names the zone. A day is said where it
// changes.
const local = (inside) => {
  let day;
  for (const t of inside.querySelectorAll("time")) {
    const at = new Date(t.dateTime), two = (n) => String(n).padStart(2, "0"), fact = t.closest("dd");
    const date = at.getFullYear() + "-" + two(at.getMonth() + 1) + "-" + two(at.getDate()), clock = two(at.getHours()) + ":" + two(at.getMinutes());
    if (fact && fact.firstElementChild === t) day = "";
    t.textContent = date === day ? clock : date + " " + clock;
    if (!t.closest(".notes")) day = date;
  }
  for (const z of inside.querySelectorAll(".zone")) z.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
};
