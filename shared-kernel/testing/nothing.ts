/** Stands for MUI's ripple: decoration that goes on by itself after a test has ended. */
const Nothing = () => null
export default Nothing
