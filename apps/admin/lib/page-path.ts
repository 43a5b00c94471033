import type { LinkProps } from '@tanstack/react-router';

/** Path of a page as in the router: `/edit/$`. */
export type PagePath = NonNullable<LinkProps['to']>;
