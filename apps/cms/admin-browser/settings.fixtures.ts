export const hostile = '<img src=x onerror="document.title=1">';
