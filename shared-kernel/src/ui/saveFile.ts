/** @param type media type  @param content written as UTF-8 where it is text */
export function saveFile(name: string, type: string, ...content: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(content, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // some browsers still read it after this returns
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
