import { defineRemote } from '@console/shared-kernel/sdk/remote'

/** The path of a 24 × 24 SVG. */
const SMILE =
  'M11.99 2C6.47 2 2 6.48 2 12s4.47 10 9.99 10C17.52 22 22 17.52 22 12S17.52 2 11.99 2M12 20c-4.42 0-8-3.58-8-8s3.58-8 8-8 8 3.58 8 8-3.58 8-8 8m3.5-9c.83 0 1.5-.67 1.5-1.5S16.33 8 15.5 8 14 8.67 14 9.5s.67 1.5 1.5 1.5m-7 0c.83 0 1.5-.67 1.5-1.5S9.33 8 8.5 8 7 8.67 7 9.5 7.67 11 8.5 11m3.5 6.5c2.33 0 4.31-1.46 5.11-3.5H6.89c.8 2.04 2.78 3.5 5.11 3.5'

/** What this remote contributes: the host adds its routes and navigation. */
export const remote = defineRemote({
  name: 'hello',
  screens: [
    {
      path: '/hello',
      module: './Hello',
      file: 'src/app/Hello.tsx',
      title: 'Hello',
      nav: { label: 'Hello', icon: SMILE, order: 60 },
    },
  ],
})
