/** The page with an element per script that makes the browser request it at once. */
export const preloading = (html: string, scripts: readonly string[]) =>
  html.replace(
    '</head>',
    () => `${scripts.map((path) => `  <link rel="modulepreload" crossorigin href="${path}">\n  `).join('')}</head>`,
  )
