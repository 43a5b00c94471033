import express, { type RequestHandler } from 'express';
import { httpProblems } from '@galley/http';

/** Media of the content tree under `/media`. Whatever a file holds, no script in it runs in this site's name. */
export function mediaFiles(directory: string): RequestHandler[] {
  return [
    express.static(directory, {
      dotfiles: 'ignore',
      index: false,
      redirect: false,
      setHeaders: (response) => {
        response.setHeader(
          'Content-Security-Policy',
          "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        );
        response.setHeader('X-Content-Type-Options', 'nosniff');
        response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
      },
    }),
    (request) => {
      throw httpProblems.not_found(`There is no file ${request.originalUrl.split('?', 1)[0]!}.`);
    },
  ];
}
