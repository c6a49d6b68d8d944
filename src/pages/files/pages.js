// What the pages do in a browser with JavaScript. Everything works without.
document.documentElement.classList.add('has-script');
