export { MachinesScreen as default } from '../features/machines/MachinesScreen'
