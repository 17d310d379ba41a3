/** Small pages with every way to name a resource. */
export const PAGES = [
  {
    name: "scripts",
    html: `<!doctype html><title>x</title><script src=a.js></script><script type=module src=b.js></script><script nomodule src=c.js></script>
<script type="application/json" src=d.js></script><script async src="e.js"></script><script src=></script>
<noscript><script src=f.js></script></noscript><template><script src=g.js></script></template><body><script defer src=h.js></script>
<svg><script href=i.js></script></svg><p>text`,
  },
  {
    name: "stylesheets and hints",
    html: `<!doctype html><title>x</title><link rel=stylesheet href=a.css><link rel=stylesheet media=print href=b.css>
<link rel="alternate stylesheet" title=t href=c.css><link rel=stylesheet disabled href=d.css><link rel=stylesheet type=text/less href=e.css>
<link rel=preload as=script href=f.js><link rel=preload as=style href=g.css><link rel=preload as=document href=h.html><link rel=preload href=i.js>
<link rel=modulepreload href=j.js><link rel=preconnect href=//localhost/><link rel=manifest href=k.webmanifest><link rel=icon href=l.png>
<style>@import "m.css"; @import url(n.css) screen; .x{background:url(o.png)}</style><style>.y{} @import "late.css";</style><body><p>text`,
  },
  {
    name: "frames, media and bases",
    html: `<!doctype html><title>x</title><script src=a.js></script><base href=/deep/><base href=/other/><script src=b.js></script><body>
<iframe src=c.html></iframe><iframe srcdoc="<p>x" src=d.html></iframe><iframe src=about:blank></iframe><img src=e.png srcset="f.png 2x">
<picture><source srcset=g.webp><img src=h.png></picture><video src=i.mp4 poster=j.png></video><div style="background:url(k.png)">x</div><p>text`,
  },
];
