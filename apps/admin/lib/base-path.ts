/** Path of the admin, with slashes at both ends. The server sets it in the `<base>` of the page. */
export const basePath = new URL(document.baseURI).pathname;

/** Path without slashes: the `admin_path` of the API. */
export const adminPath = basePath.replace(/^\/|\/$/g, '');
