import { defineRemote } from '@console/shared-kernel/sdk/remote'

/** What this remote contributes: the host makes routes and navigation of it. */
export const remote = defineRemote({
  name: 'hello',
  screens: [
    {
      path: '/hello',
      module: './Hello',
      file: 'src/app/Hello.tsx',
      title: 'Hello',
      nav: { label: 'Hello', icon: 'people', order: 60 },
    },
  ],
})
