import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './app/query-client.ts';
import { LocaleProvider } from './app/locale-provider.tsx';
import { router, startPage } from './app/router.tsx';
import './tokens.css';
import './base.css';
import './ui/ui.css';
import './app/app.css';
import { followAppearance } from './lib/appearance.ts';
import { chooseLanguage, preferredLanguage } from './lib/messages.ts';

startPage();
followAppearance();
await chooseLanguage(preferredLanguage());

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LocaleProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LocaleProvider>
  </StrictMode>,
);
