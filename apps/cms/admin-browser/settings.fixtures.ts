/** Test content that would change the page if it were taken for HTML. */
export const hostile = '<img src=x onerror="document.title=1">';
