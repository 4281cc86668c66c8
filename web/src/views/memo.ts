// Draws again only when a property is another one. (preact/compat has it too, with much else.)
import { Component, createElement, type ComponentType } from "preact";

export function memo<P extends object>(Inner: ComponentType<P>): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = Object.keys(next) as (keyof P)[];
      return keys.some((key) => next[key] !== (this.props as P)[key]);
    }
    override render() {
      return createElement(Inner, this.props as P);
    }
  } as unknown as ComponentType<P>;
}
