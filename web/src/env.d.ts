declare module "*.png?url&no-inline" {
  const url: string;
  export default url;
}
