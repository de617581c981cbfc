/// <reference types="vitest/config" />
// How the page is built: one folder of files with relative addresses, so that the same output is
// served by the desktop app and by `segue serve`. Nothing is inlined: the page's rules forbid it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  build: {
    outDir: 'dist',
    // WebKitGTK 2.40 is the oldest web view in use; it equals Safari 16.4.
    target: ['safari16.4', 'chrome111'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
  },
});
