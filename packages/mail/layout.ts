/** Works in mail programs without style sheets, and in light and dark. */
export const defaultLayout = `<!doctype html>
<html lang="{{ language }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{ subject }}</title>
<style>
body { margin: 0; padding: 24px; font: 16px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; color: #1c1c1a; background: #f6f5f2; }
main { max-width: 36em; margin: 0 auto; padding: 24px 28px; background: #fff; border-radius: 8px; }
p { margin: 0 0 16px; }
a { color: #0b5cad; }
footer { max-width: 36em; margin: 16px auto 0; font-size: 14px; color: #5f5d57; }
@media (prefers-color-scheme: dark) {
  body { color: #ecebe6; background: #171716; }
  main { background: #232321; }
  a { color: #8fc1f5; }
  footer { color: #b0aea6; }
}
</style>
</head>
<body>
<main>
{{ content }}
</main>
<footer>{{ site }}</footer>
</body>
</html>
`;
