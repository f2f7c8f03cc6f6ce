export { MachinePanel as default } from '../features/machines/panel/MachinePanel'
