import type { Page } from '@playwright/test'

/** Text antialiasing differs from run to run by up to this much, out of 256. */
const NOISE = 4
/** Halves the size of a picture. */
const MAX_COLOURS = 256

const asUrl = (type: string, picture: Buffer) => `data:image/${type};base64,${picture.toString('base64')}`

/**
 * @param page an empty page, whose browser decodes and encodes the pictures
 * @returns a screenshot as WebP, or null if it looks the same as the picture before
 */
export async function newPicture(page: Page, screenshot: Buffer, before?: Buffer): Promise<Buffer | null> {
  const urls = [asUrl('png', screenshot), ...(before ? [asUrl('webp', before)] : [])]
  const bytes = await page.evaluate(
    async ([pictures, noise, maxColours]) => {
      // contains no named functions, because the compiler adds helpers to them that the page does not have
      const [now, then] = await Promise.all(
        pictures.map(async (url) => {
          const bitmap = await createImageBitmap(await (await fetch(url)).blob())
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
          const context = canvas.getContext('2d')!
          context.drawImage(bitmap, 0, 0)
          const picture = context.getImageData(0, 0, bitmap.width, bitmap.height)
          const points = new Uint32Array(picture.data.buffer)
          const counts = new Map<number, number>()
          for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1)
          const colours = [...counts]
            .sort(([, one], [, other]) => other - one)
            .map(([colour]) => ({ colour, channels: [0, 8, 16].map((shift) => (colour >> shift) & 255) }))
          const frequent = colours.slice(0, maxColours)
          // a rare colour becomes the most similar frequent one
          const shown = new Map(
            colours.map(({ colour, channels }) => {
              const distances = frequent.map((one) =>
                one.channels.reduce((sum, value, at) => sum + (value - channels[at]!) ** 2, 0),
              )
              return [colour, frequent[distances.indexOf(Math.min(...distances))]!.colour]
            }),
          )
          points.forEach((point, at) => (points[at] = shown.get(point)!))
          context.putImageData(picture, 0, 0)
          return { canvas, data: picture.data }
        }),
      )
      const isSame =
        then?.canvas.width === now!.canvas.width &&
        then.canvas.height === now!.canvas.height &&
        then.data.every((value, at) => Math.abs(value - now!.data[at]!) <= noise)
      if (isSame) return null
      // at this quality, Chromium writes lossless WebP
      const blob = await now!.canvas.convertToBlob({ type: 'image/webp', quality: 1 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [urls, NOISE, MAX_COLOURS] as const,
  )
  return bytes && Buffer.from(bytes)
}
