/** The small size of a picture of ours; any other address as it is. Apart from `address.ts`, because every first visit loads this. */
export const smallPicture = (address: string) => address.replace(/^(\/uploads\/\w+)-1024\.webp$/, '$1-320.webp')
