import type { ExportedSite, SkippedFile } from './exported-site.ts';

/** Forms need a server that takes their entries. Names the documents that show them. */
export function formsLeftOut(
  { settings, documents }: ExportedSite,
  system: string,
): readonly SkippedFile[] {
  return Object.keys(settings.forms).map((name) => {
    const call = new RegExp(
      `\\{\\{[<%]?[ \\t]*form[ \\t](?:[^{}\\n]{0,200}[ \\t="'])?${RegExp.escape(name)}["' \\t>%}]`,
    );
    const pages = documents.filter(({ body }) => call.test(body)).map(({ path }) => path);
    const shown =
      pages.length === 0
        ? ''
        : ` The call stays as text in ${pages.join(', ')}: replace it by a form of another service.`;
    return {
      source: `forms: ${name}`,
      reason: `${system} has no forms, and entries are not exported: download them as CSV.${shown}`,
    };
  });
}
