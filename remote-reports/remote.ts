import { defineRemote } from '@console/shared-kernel/remote'

export const remote = defineRemote({
  name: 'reports',
  screens: [
    {
      path: '/external',
      module: './ExternalData',
      file: 'src/app/ExternalData.tsx',
      title: 'External Data',
      nav: { label: 'External', icon: 'external', order: 30 },
    },
    {
      path: '/internal',
      module: './InternalData',
      file: 'src/app/InternalData.tsx',
      title: 'Internal Data',
      nav: { label: 'Internal', icon: 'internal', order: 40 },
    },
  ],
})
