/** Enough to build the site without a theme. */
export const hugoLayouts: Readonly<Record<string, string>> = {
  'layouts/_default/baseof.html': `<!doctype html>
<html lang="{{ .Site.Language.Lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ if .IsHome }}{{ .Site.Title }}{{ else }}{{ .Title }} – {{ .Site.Title }}{{ end }}</title>
{{ with .Description }}<meta name="description" content="{{ . }}">{{ end }}
{{ range .AlternativeOutputFormats }}<link rel="{{ .Rel }}" type="{{ .MediaType.Type }}" href="{{ .RelPermalink }}">
{{ end }}{{ range .Translations }}<link rel="alternate" hreflang="{{ .Lang }}" href="{{ .Permalink }}">
{{ end }}<style>body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 serif } img { max-width: 100% }</style>
</head>
<body>
<header>
<p><a href="{{ .Site.Home.RelPermalink }}">{{ .Site.Title }}</a></p>
<nav><ul>{{ range .Site.Menus.main }}<li><a href="{{ .URL }}">{{ .Name }}</a>{{ with .Children }}<ul>{{ range . }}<li><a href="{{ .URL }}">{{ .Name }}</a></li>{{ end }}</ul>{{ end }}</li>{{ end }}</ul></nav>
</header>
<main>{{ block "main" . }}{{ end }}</main>
</body>
</html>
`,
  'layouts/_default/single.html': `{{ define "main" }}<article>
<h1>{{ .Title }}</h1>
{{ with .Params.authors }}<p>{{ delimit . ", " }}</p>{{ end }}
{{ if not .Date.IsZero }}<p><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2006-01-02" }}</time></p>{{ end }}
{{ .Content }}
{{ $page := . }}{{ range $name, $terms := .Site.Taxonomies }}{{ with $page.GetTerms $name }}<ul>{{ range . }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul>{{ end }}{{ end }}
</article>{{ end }}
`,
  'layouts/_default/list.html': `{{ define "main" }}<h1>{{ .Title }}</h1>
{{ .Content }}
{{ $pages := .Pages }}{{ if .IsHome }}{{ $pages = where .Site.RegularPages "Section" "ne" "pages" }}{{ end }}
<ul>{{ range (.Paginate $pages).Pages }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul>
{{ template "_internal/pagination.html" . }}{{ end }}
`,
  'layouts/_default/_markup/render-image.html': `{{ if and .IsBlock .Title }}<figure><img src="{{ .Destination | safeURL }}" alt="{{ .Text }}"><figcaption>{{ .Title }}</figcaption></figure>{{ else }}<img src="{{ .Destination | safeURL }}" alt="{{ .Text }}">{{ end -}}
`,
  'layouts/404.html': '{{ define "main" }}<h1>404</h1>{{ end }}\n',
};
