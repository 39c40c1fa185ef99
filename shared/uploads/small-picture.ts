/**
 * The small size of an uploaded picture; any other address unchanged. In a separate file from `address.ts`, because every first
 * visit loads it.
 */
export const smallPicture = (address: string) => address.replace(/^(\/uploads\/\w+)-1024\.webp$/, '$1-320.webp')
