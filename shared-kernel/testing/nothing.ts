/** Replaces MUI's ripple, which would continue after a test has ended. */
const Nothing = () => null
export default Nothing
