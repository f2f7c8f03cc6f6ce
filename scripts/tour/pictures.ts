import type { Page } from '@playwright/test'

/** Antialiasing of text differs by up to this much of 256 from run to run. */
const NOISE = 4

const asUrl = (type: string, picture: Buffer) => `data:image/${type};base64,${picture.toString('base64')}`

/**
 * @param page an empty one, whose browser reads and writes the pictures
 * @returns a screenshot as WebP without loss, or null if it looks the same as the picture before
 */
export async function newPicture(page: Page, screenshot: Buffer, before?: Buffer): Promise<Buffer | null> {
  const urls = [asUrl('png', screenshot), ...(before ? [asUrl('webp', before)] : [])]
  const bytes = await page.evaluate(
    async ([pictures, noise]) => {
      const drawn = await Promise.all(
        pictures.map(async (url) => {
          const bitmap = await createImageBitmap(await (await fetch(url)).blob())
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
          const context = canvas.getContext('2d')!
          context.drawImage(bitmap, 0, 0)
          return { canvas, values: context.getImageData(0, 0, bitmap.width, bitmap.height).data }
        }),
      )
      const [now, then] = drawn
      const isSame =
        then?.canvas.width === now!.canvas.width &&
        then.canvas.height === now!.canvas.height &&
        then.values.every((value, at) => Math.abs(value - now!.values[at]!) <= noise)
      if (isSame) return null
      // of this quality Chromium writes it without loss
      const blob = await now!.canvas.convertToBlob({ type: 'image/webp', quality: 1 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [urls, NOISE] as const,
  )
  return bytes && Buffer.from(bytes)
}
