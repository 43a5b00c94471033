import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Self-signed, for localhost and 127.0.0.1, valid 2020 to 2120, used by tests only. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBRjCB7qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83FQZIFFVcYj3gbG
4LSjkIaSzchgXN4UsR35qQOrCZW6dpU/h07JN4Ak3QRnagDSLJ2IidRgOJQ1R2gb
HMsrjKMvMC0wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgd8GHgaBRH8Res2/2FtyRnVUIn3ddTJk3
kpUFfl5txhACIEbWC8uzjn3Sye8QvWUNpjmgacJ6Cy18TxNcY+cDNujB
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMiO39EHg7WTVYuu9
yXTzkCGdHDHJLjVrCabqXGxNS0qhRANCAATzcVBkgUVVxiPeBsbgtKOQhpLNyGBc
3hSxHfmpA6sJlbp2lT+HTsk3gCTdBGdqANIsnYiJ1GA4lDVHaBscyyuM
-----END PRIVATE KEY-----
`;

export async function httpsHost(answer: RequestListener): Promise<string> {
  const server = createServer({ cert: certificate, key }, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}
