import { defineRemote } from '@console/shared-kernel/remote'

export const remote = defineRemote({
  name: 'machines',
  screens: [
    {
      path: '/machines',
      module: './ManagedMachines',
      file: 'src/app/ManagedMachines.tsx',
      title: 'Managed Machines',
      nav: { label: 'Machines', icon: 'machines', order: 20 },
    },
  ],
})
