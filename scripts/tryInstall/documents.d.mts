interface Block {
  file: string;
  heading: string;
  language: string;
  text: string;
  isUsed: boolean;
}

export function blockOf(file: string, heading: string, language: string, part?: string): string;
export function findUntried(): Block[];
