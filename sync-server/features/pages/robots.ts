/**
 * Private screens and API endpoints. The directory's endpoints are allowed: a crawler that renders pages reads them as a browser
 * does.
 */
const OWN = [
  '/api/',
  '/sandbox/',
  '/admin',
  '/contacts',
  '/raise',
  '/notices',
  '/outbox',
  '/earnings',
  '/edit-listing',
  '/profile',
  '/settings',
  '/password-setup',
  '/complete-profile',
  '/payment-success',
  '/project-setup',
  '/project-payment',
  '/scout-success',
  '/claim',
  '/profile-request',
  '/reply',
  '/keep-email',
  '/unsubscribe',
]

export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /api/sync/directory',
    'Allow: /api/config',
    ...OWN.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
