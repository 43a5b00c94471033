import { defineConfig } from 'vite';

/** The admin as files that a browser loads: `npm run build:admin` writes them to `dist`. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative to the page's `<base>`, which the server puts in: `admin.path` is not known when this is built.
  base: './',
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    // The policy of the page lets no `data:` script or font through.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In kB, before compression to a quarter of it; what not all pages need is loaded by them.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      onLog: (level, log, report) => {
        // Words for servers that render components, of which there is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
