/** Where the admin is mounted, with slashes at both ends: the server says so in the `base` of the page. */
export const basePath = new URL(document.baseURI).pathname;

/** The same without slashes: the `admin_path` of the API. */
export const adminPath = basePath.replace(/^\/|\/$/g, '');
