new IntersectionObserver((entries) => {
  if (entries[0].isIntersecting) fetch("/items?page=2").then(show);
}).observe(end);
