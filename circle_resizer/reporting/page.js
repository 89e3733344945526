"use strict";
const tools = document.getElementById("tools");
const search = document.getElementById("search");
const pictures = [...document.querySelectorAll("svg")];
let scale = 1;
tools.hidden = false;
search.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  const items = [...document.querySelectorAll(".item")];
  const hits = items.filter((item) => {
    const hit = item.textContent.toLowerCase().includes(wanted);
    item.classList.toggle("miss", !hit);
    return hit;
  });
  document.getElementById("found").textContent = wanted ? hits.length + " found" : "";
  const box = wanted && hits.find((item) => item.closest("svg"));
  if (box) box.scrollIntoView({ block: "center", inline: "center" });
});
function zoom(factor) {
  scale = Math.min(4, Math.max(0.1, scale * factor));
  for (const picture of pictures) {
    const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
  }
}
document.getElementById("larger").addEventListener("click", () => zoom(1.25));
document.getElementById("smaller").addEventListener("click", () => zoom(0.8));
for (const picture of pictures) {
  picture.parentElement.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.1 : 0.9);
  }, { passive: false });
}
