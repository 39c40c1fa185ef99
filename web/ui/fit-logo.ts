/** On load of a picture that fills its frame: one that is wider than a photo is a logo, and is fitted instead of cropped. */
export const fitLogo = ({ naturalWidth, naturalHeight, style }: HTMLImageElement) => {
  style.objectFit = naturalWidth > 1.8 * naturalHeight ? 'contain' : ''
}
