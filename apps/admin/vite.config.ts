import { defineConfig } from 'vite';
import { preloadPageScripts } from './page-scripts.ts';

/** Builds the admin for browsers: `npm run build:admin` writes it to `dist`. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative to the `<base>` of the page, which the server inserts: `admin.path` is unknown at build time.
  base: './',
  plugins: [preloadPageScripts()],
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    // The Content Security Policy blocks `data:` scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In kB before compression, which shrinks it to a quarter; code that only some pages need is loaded on demand.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A page of a hundred small files starts later than one of a few.
          groups: [
            { name: 'start', tags: ['$initial'], minSize: 20_000, priority: 1 },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/ },
          ],
        },
      },
      onLog: (level, log, report) => {
        // Suppresses warnings about directives of server components, which the admin does not have.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
