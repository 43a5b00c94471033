export function themeFiles(
  folder: string,
  name: string,
  files: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const layouts = ['page', 'list', 'term', 'terms', '404'];
  const all = {
    'theme.yaml': `name: ${name}\nversion: 1.0.0\nauthor: Ruth\ndescription: Plain.\n`,
    ...Object.fromEntries(
      layouts.map((layout) => [`layouts/${layout}.liquid`, `${name} ${layout}`]),
    ),
    ...files,
  };
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [`${folder}/${path}`, text]));
}
